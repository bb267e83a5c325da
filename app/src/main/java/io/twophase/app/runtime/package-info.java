/** What a running process needs beside the use cases: threads, ids, pauses, its heartbeat. */
@NullMarked
package io.twophase.app.runtime;

import org.jspecify.annotations.NullMarked;
