/** The same order service, as a Spring Boot application. */
@NullMarked
package io.twophase.sample.spring;

import org.jspecify.annotations.NullMarked;
