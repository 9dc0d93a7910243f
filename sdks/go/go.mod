module github.com/thumbturn/thumbturn/sdks/go

go 1.25.0
