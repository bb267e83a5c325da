/** Twophase as processes that share a server, and that are killed, stopped and cut off. */
package io.twophase.cli.process;
