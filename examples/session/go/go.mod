module example.com/session

go 1.25.0
