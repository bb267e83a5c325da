/** What can be wrong with a store, each with a message for people. */
@NullMarked
package io.twophase.embedded.failure;

import org.jspecify.annotations.NullMarked;
