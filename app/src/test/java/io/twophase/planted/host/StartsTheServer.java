package io.twophase.planted.host;

import io.twophase.app.embedded.EmbeddedServer;

/** Nor is the embedded server. */
interface StartsTheServer {

  EmbeddedServer embeddedServer();
}
