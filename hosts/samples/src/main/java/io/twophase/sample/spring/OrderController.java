package io.twophase.sample.spring;

import io.twophase.TwoPhase;
import io.twophase.sample.Answer;
import io.twophase.sample.Order;
import io.twophase.sample.OrderService;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code PUT /orders/17?customer=ann&cents=2000}. */
@RestController
final class OrderController {

  private final OrderService orders;

  OrderController(TwoPhase twophase) {
    this.orders = new OrderService(twophase);
  }

  @PutMapping("/orders/{id}")
  ResponseEntity<String> place(
      @PathVariable("id") String id,
      @RequestParam("customer") String customer,
      @RequestParam("cents") long cents) {
    Answer answer = orders.place(new Order(id, customer, cents));
    return ResponseEntity.status(answer.status()).body(answer.text());
  }
}
