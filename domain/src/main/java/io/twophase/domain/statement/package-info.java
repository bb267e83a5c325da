/** What happened to one account, line by line, and what it had at a moment. */
@NullMarked
package io.twophase.domain.statement;

import org.jspecify.annotations.NullMarked;
