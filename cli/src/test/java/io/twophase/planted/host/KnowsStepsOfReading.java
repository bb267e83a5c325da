package io.twophase.planted.host;

import io.twophase.domain.reading.Reading;

/** Nor are the steps of reading: what a reader answers is. */
interface KnowsStepsOfReading {
  Reading reading();
}
