/** Reads for people: statements of accounts, decided documents, and accounting periods. */
@NullMarked
package io.twophase.app.statement;

import org.jspecify.annotations.NullMarked;
