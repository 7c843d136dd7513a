import AttachmentCLI

Program.main()
