package io.twophase.planted.writes.ports;

import java.util.List;

/** A port with the methods that matter. */
public interface DocumentRepository {

  List<String> find(List<String> documents);

  void scanHeld(String collection);

  List<String> settle(List<String> legs);
}
