/** What the adapter knows of the server it is on: its limits, its clock, and what it can do. */
@NullMarked
package io.twophase.adapter.mongo.server;

import org.jspecify.annotations.NullMarked;
