/** Requests and responses, whatever serves HTTP. */
@NullMarked
package io.twophase.console.http;

import org.jspecify.annotations.NullMarked;
