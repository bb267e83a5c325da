/** The history of one account, line by line, and its balance at a moment. */
@NullMarked
package io.twophase.domain.statement;

import org.jspecify.annotations.NullMarked;
