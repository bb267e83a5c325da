/** Repositories that pass every call on: what a test changes a call or two of. */
@NullMarked
package io.twophase.test.forwarding;

import org.jspecify.annotations.NullMarked;
