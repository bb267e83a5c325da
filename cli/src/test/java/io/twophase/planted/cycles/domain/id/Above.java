package io.twophase.planted.cycles.domain.id;

import io.twophase.planted.cycles.ports.Between;

/** A class of the domain that sees a port. */
public interface Above {

  Between between();
}
