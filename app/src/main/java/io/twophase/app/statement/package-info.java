/** Statements of accounts. */
@NullMarked
package io.twophase.app.statement;

import org.jspecify.annotations.NullMarked;
