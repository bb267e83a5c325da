/** The commands on accounting periods. */
@NullMarked
package io.twophase.cli.period;

import org.jspecify.annotations.NullMarked;
