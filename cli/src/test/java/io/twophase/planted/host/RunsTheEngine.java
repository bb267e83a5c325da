package io.twophase.planted.host;

import io.twophase.app.engine.RecordEngine;

/** The engine is not for hosts. */
interface RunsTheEngine {

  RecordEngine engine();
}
