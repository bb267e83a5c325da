/** Health, readiness and the endpoint, for hosts with Spring Boot's actuator. */
@NullMarked
package io.twophase.spring.actuate;

import org.jspecify.annotations.NullMarked;
