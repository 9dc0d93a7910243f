package io.github.thumbturn.server;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** A time that tokens have in seconds since 1970. */
@JacksonAnnotationsInside
@JsonDeserialize(using = NumericDate.Reader.class)
@JsonSerialize(using = NumericDate.Writer.class)
@Retention(RetentionPolicy.RUNTIME)
@interface Seconds {}
