package io.twophase.planted.writes.app.audit;

import io.twophase.planted.writes.ports.DocumentRepository;
import java.util.List;

/** Reads documents, as it may, and settles what it finds. */
final class Settles {

  List<String> settle(DocumentRepository documents) {
    documents.scanHeld("orders");
    return documents.settle(documents.find(List.of("o1")));
  }
}
