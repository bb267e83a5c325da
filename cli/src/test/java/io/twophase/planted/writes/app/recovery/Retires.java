package io.twophase.planted.writes.app.recovery;

import io.twophase.planted.writes.ports.OwnerRepository;

/** Says that another process is dead. */
final class Retires {

  String retire(OwnerRepository owners) {
    return owners.retire(owners.find("other"));
  }
}
