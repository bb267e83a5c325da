package io.twophase.domain;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A caller that drops the result of such a method drops an outcome, which may be a refusal. Error
 * Prone knows the annotation by its simple name and flags such calls; on a type it is for all its
 * methods, on a package for all its types.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.PACKAGE, ElementType.METHOD})
public @interface CheckReturnValue {}
