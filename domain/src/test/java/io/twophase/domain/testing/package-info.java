/**
 * The test kit of the domain, for the tests of every module: fixtures that read as what they are,
 * and assertions in the domain's words.
 */
@NullMarked
package io.twophase.domain.testing;

import org.jspecify.annotations.NullMarked;
