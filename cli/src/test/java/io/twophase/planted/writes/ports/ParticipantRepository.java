package io.twophase.planted.writes.ports;

import java.util.List;

/** A port of writes only. */
public interface ParticipantRepository {

  List<String> settle(List<String> legs);
}
