/** Twophase in a Spring Boot application: a {@code TwoPhase} bean over the host's client. */
@NullMarked
package io.twophase.spring;

import org.jspecify.annotations.NullMarked;
