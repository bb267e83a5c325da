package io.twophase.planted.host;

import io.twophase.embedded.EmbeddedServer;

/** Nor is the embedded server. */
interface StartsTheServer {

  EmbeddedServer embeddedServer();
}
