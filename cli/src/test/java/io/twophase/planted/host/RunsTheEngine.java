package io.twophase.planted.host;

import io.twophase.app.engine.Engine;

/** The engine is not for hosts. */
interface RunsTheEngine {

  Engine engine();
}
