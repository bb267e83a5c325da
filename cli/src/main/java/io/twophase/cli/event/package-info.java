/** The command that reads decided transactions as events. */
@NullMarked
package io.twophase.cli.event;

import org.jspecify.annotations.NullMarked;
