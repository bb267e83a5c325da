/** Architecture rules for the tests of a host, which is a program that has Twophase inside. */
@NullMarked
package io.twophase.test.host;

import org.jspecify.annotations.NullMarked;
