package io.twophase.adapter.mongo.testing;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Runs on the server that is given, and is skipped where none is. */
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(
    named = "mongodb.uri",
    matches = ".+",
    disabledReason = "no server given: -Dmongodb.uri=...")
public @interface OnGivenServer {}
