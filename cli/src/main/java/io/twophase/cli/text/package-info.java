/** Text, tables, JSON, exit codes and failures, without any knowledge of Twophase. */
@NullMarked
package io.twophase.cli.text;

import org.jspecify.annotations.NullMarked;
