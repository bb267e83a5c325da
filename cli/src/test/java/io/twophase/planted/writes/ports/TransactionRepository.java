package io.twophase.planted.writes.ports;

import java.util.List;

/** A port with the methods that matter. */
public interface TransactionRepository {

  List<String> find(List<String> ids);

  List<String> advance(List<String> transitions);
}
