/** What all commands share: the store, the answer, interruption, failures. */
@NullMarked
package io.twophase.cli.context;

import org.jspecify.annotations.NullMarked;
