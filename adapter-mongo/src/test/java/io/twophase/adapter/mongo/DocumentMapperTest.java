package io.twophase.adapter.mongo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bson.BsonInt32;
import org.bson.Document;
import org.bson.codecs.configuration.CodecConfigurationException;
import org.bson.codecs.pojo.annotations.BsonId;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A host's documents, by the driver's codecs")
class DocumentMapperTest {

  private static final CollectionName ORDERS = CollectionName.of("orders");
  private final DocumentMapper mapper = DocumentMapper.byDefaultCodecs();

  /** An order, as a host may write it. */
  public record Order(@BsonId int number, String status, List<Line> lines) {}

  /** A line of an order. */
  public record Line(String article, long cents) {}

  /** An object with getters and setters. */
  public static final class Customer {
    private String id = "";
    private String name = "";

    public String getId() {
      return id;
    }

    public void setId(String newId) {
      this.id = newId;
    }

    public String getName() {
      return name;
    }

    public void setName(String newName) {
      this.name = newName;
    }
  }

  @Test
  void documentsOfTheDriver() {
    Document order = new Document("_id", 7).append("status", "UnPaid").append("total", 20L);

    assertThat(mapper.ref(ORDERS, order)).isEqualTo(ORDERS.document(7));
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("status", "UnPaid");
    fields.put("total", 20L);
    assertThat(mapper.fields(order)).isEqualTo(Fields.of(fields));
    assertThat(mapper.entity(ORDERS.document(7), mapper.fields(order), Document.class))
        .isEqualTo(order);
    assertThat(order).containsEntry("_id", 7);
  }

  @Test
  void records() {
    Order order = new Order(7, "UnPaid", List.of(new Line("tea", 500)));
    DocumentRef ref = mapper.ref(ORDERS, order);

    assertThat(ref).isEqualTo(ORDERS.document(7));
    assertThat(mapper.entity(ref, mapper.fields(order), Order.class)).isEqualTo(order);
  }

  @Test
  void plainObjects() {
    Customer customer = new Customer();
    customer.setId("c1");
    customer.setName("Ann");
    DocumentRef ref = mapper.ref(CollectionName.of("customers"), customer);

    assertThat(mapper.fields(customer)).isEqualTo(Fields.of(Map.of("name", "Ann")));
    assertThat(mapper.entity(ref, mapper.fields(customer), Customer.class).getName())
        .isEqualTo("Ann");
  }

  @Test
  void aKeyIsEncodedAsAnEntitysIdIs() {
    ObjectId key = new ObjectId("65a000000000000000000001");

    assertThat(mapper.with(Document.class, "orders").ref(Document.class, key))
        .isEqualTo(mapper.ref(ORDERS, new Document("_id", key)));
  }

  @Test
  void valuesOfTheDriver() {
    ObjectId id = new ObjectId("65a000000000000000000001");

    assertThat(mapper.value(id).type()).isEqualTo("objectId");
    assertThat(mapper.value(new Decimal128(new BigDecimal("1.50"))))
        .isEqualTo(new Value.Decimal(new BigDecimal("1.50")));
    assertThat(mapper.value(new BsonInt32(5))).isEqualTo(new Value.Int32(5));
  }

  /** A guest, whom a UUID names. */
  public record Guest(@BsonId UUID id, List<UUID> friends) {}

  @Test
  void aUuidIsWhatItIsEverywhereElse() {
    UUID id = new UUID(1, 2);
    Guest guest = new Guest(id, List.of(new UUID(3, 4)));
    DocumentRef ref = mapper.ref(ORDERS, guest);

    assertThat(ref).isEqualTo(ORDERS.document(id));
    assertThat(mapper.with(Guest.class, "orders").ref(Guest.class, id)).isEqualTo(ref);
    assertThat(mapper.fields(guest)).isEqualTo(Fields.of(Map.of("friends", guest.friends())));
    assertThat(mapper.entity(ref, mapper.fields(guest), Guest.class)).isEqualTo(guest);
    assertThat(mapper.toObject(mapper.value(id), UUID.class)).isEqualTo(id);
  }

  @Test
  void whatIsNoneIsRefusedByName() {
    assertThatThrownBy(() -> mapper.fields("text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no document: text");
    assertThatThrownBy(() -> mapper.ref(ORDERS, new Document("status", "UnPaid")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("without an _id");
    assertThatThrownBy(
            () ->
                DocumentMapper.by(
                        org.bson.codecs.configuration.CodecRegistries.fromCodecs(
                            new org.bson.codecs.StringCodec()))
                    .value(5))
        .isInstanceOf(CodecConfigurationException.class);
  }
}
