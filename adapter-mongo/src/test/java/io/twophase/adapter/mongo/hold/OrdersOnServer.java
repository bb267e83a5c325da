package io.twophase.adapter.mongo.hold;

import static io.twophase.domain.testing.Documents.set;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.value.Value;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Orders that a host has stored in its own way, and the words for what is done to them. */
abstract class OrdersOnServer {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  static final CollectionName ORDERS = CollectionName.of("orders");
  static final DocumentRef ORDER = ORDERS.document(new Value.Int32(1));

  Holding holding;

  @BeforeEach
  void open() {
    holding = new Holding(FRESH.store());
  }

  static void stored(String json) {
    FRESH.put("orders", json);
  }

  static BsonDocument stored() {
    return FRESH.one("orders", "{_id: 1}");
  }

  static ChangeDocument paid(DocumentRef order) {
    return new ChangeDocument(order, List.of(), Changes.of(set("status", "Paid")));
  }
}
