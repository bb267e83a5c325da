/** Requests and routes, whatever serves HTTP, and how an answer becomes a page or JSON. */
@NullMarked
package io.twophase.console.http;

import org.jspecify.annotations.NullMarked;
