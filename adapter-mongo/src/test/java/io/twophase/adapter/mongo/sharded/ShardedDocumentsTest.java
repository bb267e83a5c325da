package io.twophase.adapter.mongo.sharded;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.JavaServerDocumentsTest;
import io.twophase.adapter.mongo.testing.Servers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The contract of the documents, where every collection is spread over shards by its ids. */
@Tag("deep")
class ShardedDocumentsTest extends JavaServerDocumentsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.sharded();

  @Override
  public FreshDatabase database() {
    return FRESH;
  }
}
