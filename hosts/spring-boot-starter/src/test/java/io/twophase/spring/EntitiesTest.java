package io.twophase.spring;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.DocumentMapper;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.ports.EntityMapper;
import java.util.Currency;
import java.util.Map;
import java.util.UUID;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.mapping.Document;
import org.springframework.data.mongodb.core.mapping.Field;

@DisplayName("Entities of Spring Data, in functions")
class EntitiesTest {

  private static final AccountId CUSTOMER = account("customer");
  private static final AccountId SHOP = account("shop");
  private static final Currency USD = Currency.getInstance("USD");

  /** Its id is a text here, and an ObjectId in the database. */
  @Document("orders")
  record Order(@Id @Nullable String number, @Field("is") String status, long cents) {}

  record Receipt(String order, long cents) {}

  @Document("stock")
  record Stock(@Id String article, int left, @Version @Nullable Long version) {}

  @Document("parcels")
  record Parcel(@Id UUID number, UUID sender) {}

  record Line(String text) {}

  private static ApplicationContextRunner host() {
    return Contexts.set()
        .withConfiguration(
            AutoConfigurations.of(
                DataMongoAutoConfiguration.class, TwoPhaseDataAutoConfiguration.class));
  }

  private static TwoPhaseTemplate functions(ApplicationContext context) {
    return context.getBean(TwoPhaseTemplate.class);
  }

  private static void save(ApplicationContext context, String id, Object entity) {
    functions(context)
        .execute(
            id,
            tx -> {
              tx.save(entity);
              return null;
            });
  }

  private static @Nullable Receipt pay(TwoPhaseTemplate template, String number) {
    return template.execute(
        "pay-" + number,
        Receipt.class,
        tx -> {
          Order order = tx.get(Order.class, number).orElseThrow(() -> tx.decline("no such order"));
          if (!order.status().equals("UnPaid")) {
            throw tx.decline("order " + number + " is " + order.status());
          }
          Money price = new Money(order.cents(), USD);
          tx.debit(CUSTOMER, price);
          tx.credit(SHOP, price);
          tx.save(new Order(number, "Paid", order.cents()));
          return new Receipt(number, order.cents());
        });
  }

  @Test
  void aFunctionReadsWhatSpringDataHasWrittenAndTheOtherWayRound() {
    host()
        .run(
            context -> {
              TwoPhase twophase = context.getBean(TwoPhase.class);
              twophase.accounts().open(CUSTOMER, money("100.00", "USD"));
              twophase.accounts().open(SHOP, money("0.00", "USD"));
              MongoTemplate documents = context.getBean(MongoTemplate.class);
              String number = documents.insert(new Order(null, "UnPaid", 2000)).number();
              assertThat(number).matches(ObjectId::isValid);

              Receipt receipt = pay(functions(context), number);

              assertThat(receipt).isEqualTo(new Receipt(number, 2000));
              assertThat(pay(functions(context), number)).as("asked again").isEqualTo(receipt);
              assertThat(documents.findAll(Order.class))
                  .containsExactly(new Order(number, "Paid", 2000));
              functions(context)
                  .execute(
                      "drop",
                      tx -> {
                        tx.remove(tx.get(Order.class, number).orElseThrow());
                        return null;
                      });
              assertThat(documents.findAll(Order.class)).isEmpty();
            });
  }

  @Test
  void aVersionIsCountedUpSoThatAnOlderCopyIsNotSaved() {
    host()
        .run(
            context -> {
              MongoTemplate documents = context.getBean(MongoTemplate.class);
              Stock old = documents.insert(new Stock("tea", 5, null));

              save(context, "sell", new Stock("tea", 4, old.version()));
              save(context, "new", new Stock("rum", 9, null));

              assertThat(documents.findById("tea", Stock.class)).isEqualTo(new Stock("tea", 4, 1L));
              assertThat(documents.findById("rum", Stock.class)).isEqualTo(new Stock("rum", 9, 1L));
              assertThatThrownBy(() -> documents.save(old))
                  .isInstanceOf(OptimisticLockingFailureException.class);
            });
  }

  /** The client has the codecs, and knows how a UUID is stored; the converter does not. */
  @Test
  void anEntityIsWrittenByTheCodecsOfTheHostsClient() {
    UUID number = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
    Parcel parcel = new Parcel(number, new UUID(1, 2));
    host()
        .withPropertyValues("spring.mongodb.representation.uuid=standard")
        .run(
            context -> {
              MongoTemplate documents = context.getBean(MongoTemplate.class);
              documents.insert(parcel);

              Parcel read =
                  functions(context)
                      .execute("read", tx -> tx.get(Parcel.class, number).orElseThrow());
              save(context, "send", new Parcel(number, new UUID(3, 4)));

              assertThat(read).isEqualTo(parcel);
              assertThat(documents.findAll(Parcel.class))
                  .containsExactly(new Parcel(number, new UUID(3, 4)));
            });
  }

  @Test
  void whatIsNoEntityIsNamed() {
    host()
        .run(
            context -> {
              assertThatThrownBy(() -> save(context, "a", "text"))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessage("java.lang.String is no entity of Spring Data");
              assertThatThrownBy(() -> save(context, "b", new Order(null, "UnPaid", 5)))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageStartingWith("a document without an _id");
              assertThatThrownBy(() -> functions(context).execute("c", tx -> tx.get(Line.class, 1)))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessage(Line.class.getName() + " has no @Id");
            });
  }

  @Test
  void aMapperOfTheHostsOwnTakesThePlaceOfSpringData() {
    host()
        .withBean(
            "mine",
            DocumentMapper.class,
            () -> DocumentMapper.byDefaultCodecs().with(Map.class, "maps"))
        .run(
            context ->
                assertThatThrownBy(() -> save(context, "a", new Order("7", "UnPaid", 5)))
                    .hasMessageContaining("name it by DocumentMapper.with"));
    host()
        .withBean("mine", EntityMapper.class, () -> EntityMapper.NONE)
        .run(
            context -> {
              assertThat(context).hasSingleBean(DocumentMapper.class);
              assertThatThrownBy(() -> save(context, "a", new Order("7", "UnPaid", 5)))
                  .hasMessageStartingWith("no mapper knows " + Order.class.getName());
            });
  }
}
