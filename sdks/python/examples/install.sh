pip install '../thumbturn/sdks/python[fastapi]'
