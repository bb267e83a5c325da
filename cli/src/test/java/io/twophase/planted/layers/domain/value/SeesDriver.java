package io.twophase.planted.layers.domain.value;

import org.bson.BsonValue;

/** The domain has values of its own: the driver's are not known here. */
public interface SeesDriver {

  BsonValue value();
}
