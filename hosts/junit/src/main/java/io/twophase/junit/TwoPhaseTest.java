package io.twophase.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A class of tests of a host. Its constructor, its tests and its other methods may have parameters
 * that {@link TwoPhaseExtension} gives: a {@code TwoPhase} over a store in memory, its faults, the
 * clock.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(TwoPhaseExtension.class)
public @interface TwoPhaseTest {}
