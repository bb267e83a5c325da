/**
 * The test kit of the domain, for the tests of every module: fixtures that read as what they are.
 */
@NullMarked
package io.twophase.domain.testing;

import org.jspecify.annotations.NullMarked;
