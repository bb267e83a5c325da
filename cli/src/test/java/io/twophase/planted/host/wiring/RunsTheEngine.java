package io.twophase.planted.host.wiring;

import io.twophase.app.engine.Engine;

/** The engine is not for those who put Twophase together, either. */
interface RunsTheEngine {

  Engine engine();
}
