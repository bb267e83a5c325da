/** Assertions of AssertJ in the words of the domain. */
@NullMarked
package io.twophase.junit.assertion;

import org.jspecify.annotations.NullMarked;
