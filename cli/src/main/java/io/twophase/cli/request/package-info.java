/** Transactions as JSON: read from files, and shown as they would be read. */
@NullMarked
package io.twophase.cli.request;

import org.jspecify.annotations.NullMarked;
